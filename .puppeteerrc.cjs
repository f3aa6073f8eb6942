// The browser comes from @sparticuz/chromium (or the host), never from a download at install.
module.exports = { skipDownload: true }
