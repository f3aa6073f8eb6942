/** What is used of the drawing library, which the build bundles by itself, with the encoders of our symbologies only. */

export { default } from 'bwip-js/generic'
