/** Lays out bait: sockets that must hear nothing, and secrets that must not come out. */
import { createSocket } from 'node:dgram'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { ffmpeg } from '../../support/run-program.ts'
import { canaryColor, canaryToneHz, canaryWord } from './canary.ts'
import type { Targets } from './hostile-file.ts'

export interface Bait {
  readonly targets: Targets
  /** Texts of which none may be found in a result. */
  readonly secrets: readonly string[]
  /** Every connection and packet since it was asked last. */
  takeHeard(): string[]
  close(): Promise<void>
}

const environmentName = 'FILESMITH_CANARY'
const neighbour = 'neighbour'

/** `jobsFolder` is where the folders of jobs will stand, one of which belongs to somebody else. */
export async function layBait(folder: string, jobsFolder: string, mark: string): Promise<Bait> {
  const heard: string[] = []
  const open = new Set<Socket>()
  const secrets = ['disk', 'data', 'environment', 'neighbour'].map(place => `kept-away-${place}-${mark}`)
  const [onDisk = '', inData = '', inEnvironment = '', ofNeighbour = ''] = secrets
  // A socket's path has room for a hundred letters.
  const secretFolder = await mkdtemp(join(folder, 'bait-'))
  const image = await drawCanary()
  const place = (name: string) => join(secretFolder, name)
  await writeFile(place('secret.txt'), onDisk)
  await writeFile(place('secret.png'), image)
  await drawCanaryMedia(place('secret.ts'), place('secret.wav'))
  await mkdir(join(folder, 'data', 'objects'), { recursive: true })
  await writeFile(join(folder, 'data', 'objects', 'stored'), inData)
  const beside = join(jobsFolder, neighbour)
  await mkdir(beside, { recursive: true })
  await cp(secretFolder, beside, { recursive: true })
  await writeFile(join(beside, 'secret.txt'), ofNeighbour)
  process.env[environmentName] = inEnvironment

  const reply = httpReply(image)
  const [four, six, unix] = await Promise.all([
    listen('tcp', { host: '127.0.0.1', port: 0 }),
    listen('tcp6', { host: '::1', port: 0 }),
    listen('unix', { path: place('s') }),
  ])
  const udp = createSocket('udp4').on('message', message => heard.push(`udp ${message.toString('latin1')}`))
  await new Promise<void>(resolve => udp.bind(0, '127.0.0.1', resolve))

  function listen(name: string, where: { host?: string; port?: number; path?: string }): Promise<Server> {
    const server = createServer(socket => {
      heard.push(`${name} connection`)
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      socket.on('error', () => {}).end(reply)
    })
    return new Promise(resolve => server.listen(where, () => resolve(server)))
  }

  return {
    secrets,
    targets: {
      http: `http://127.0.0.1:${portOf(four)}`,
      http6: `http://[::1]:${portOf(six)}`,
      udp: `127.0.0.1:${udp.address().port}`,
      unixSocket: place('s'),
      text: place('secret.txt'),
      image: place('secret.png'),
      video: place('secret.ts'),
      audio: place('secret.wav'),
      beside: {
        text: `../${neighbour}/secret.txt`,
        image: `../${neighbour}/secret.png`,
        video: `../${neighbour}/secret.ts`,
      },
    },
    takeHeard: () => heard.splice(0),
    async close() {
      delete process.env[environmentName]
      udp.close()
      for (const socket of open) socket.destroy()
      await Promise.all([four, six, unix].map(server => new Promise(resolve => server.close(resolve))))
      await rm(secretFolder, { recursive: true })
      await rm(beside, { recursive: true })
    },
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** Whoever is let through gets the picture, so that a fetch shows in the result as well. */
function httpReply(body: Buffer): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

async function drawCanary(): Promise<Buffer> {
  const [red, green, blue] = canaryColor
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="160"><rect width="320" height="160" fill="rgb(${red},${green},${blue})"/><text x="30" y="100" font-size="56" font-family="DejaVu Sans, sans-serif">${canaryWord}</text></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function drawCanaryMedia(video: string, audio: string): Promise<void> {
  const color = canaryColor.map(part => part.toString(16).padStart(2, '0')).join('')
  const sources = [`color=0x${color}:size=160x120:rate=10:duration=1`, `sine=${canaryToneHz}:duration=1`]
  await ffmpeg(
    ...['-v', 'error', ...sources.flatMap(source => ['-f', 'lavfi', '-i', source])],
    ...['-c:v', 'mpeg2video', '-q:v', '2', '-c:a', 'mp2', '-f', 'mpegts', video],
    ...['-map', '1', '-c:a', 'pcm_s16le', audio],
  )
}
