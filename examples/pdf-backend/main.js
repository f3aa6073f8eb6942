import { openServer } from './server.js'

const { HOST, PORT = '8081', TEMPLATES } = process.env
const server = await openServer({ ...(TEMPLATES && { templates: TEMPLATES }) })
console.log(`Printing at ${await server.listen(Number(PORT), HOST)}/receipts`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.stop())
