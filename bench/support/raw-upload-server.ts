/** Baseline for uploads: a minimal server that pipes the request to a file. */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

const path = process.argv[2] ?? ''

const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(path))
  await rm(path)
  response.writeHead(204).end()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
