/** Bait for hostile files: sockets that must not get a connection, and secrets that must not appear in a result. */
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
  /** None of these texts may appear in a result. */
  readonly secrets: readonly string[]
  /** Returns and clears the connections and packets received so far. */
  takeConnections(): string[]
  close(): Promise<void>
}

const environmentName = 'FILESMITH_CANARY'
const otherJobName = 'other-job'

/** `jobsFolder` holds the job folders, one of which belongs to another job. */
export async function setUpBait(folder: string, jobsFolder: string, mark: string): Promise<Bait> {
  const connections: string[] = []
  const open = new Set<Socket>()
  const secrets = ['disk', 'data', 'environment', 'other-job'].map(source => `secret-${source}-${mark}`)
  const [onDisk = '', inData = '', inEnvironment = '', inOtherJob = ''] = secrets
  // The path of a Unix socket is limited to about 100 bytes.
  const secretFolder = await mkdtemp(join(folder, 'bait-'))
  const image = await drawCanary()
  const pathOf = (name: string) => join(secretFolder, name)
  await writeFile(pathOf('secret.txt'), onDisk)
  await writeFile(pathOf('secret.png'), image)
  await drawCanaryMedia(pathOf('secret.ts'), pathOf('secret.wav'))
  await mkdir(join(folder, 'data', 'objects'), { recursive: true })
  await writeFile(join(folder, 'data', 'objects', 'stored'), inData)
  const otherJobFolder = join(jobsFolder, otherJobName)
  await mkdir(otherJobFolder, { recursive: true })
  await cp(secretFolder, otherJobFolder, { recursive: true })
  await writeFile(join(otherJobFolder, 'secret.txt'), inOtherJob)
  process.env[environmentName] = inEnvironment

  const reply = httpReply(image)
  const [four, six, unix] = await Promise.all([
    listen('tcp', { host: '127.0.0.1', port: 0 }),
    listen('tcp6', { host: '::1', port: 0 }),
    listen('unix', { path: pathOf('s') }),
  ])
  const udp = createSocket('udp4').on('message', message =>
    connections.push(`udp ${message.toString('latin1')}`),
  )
  await new Promise<void>(resolve => udp.bind(0, '127.0.0.1', resolve))

  function listen(name: string, where: { host?: string; port?: number; path?: string }): Promise<Server> {
    const server = createServer(socket => {
      connections.push(`${name} connection`)
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
      unixSocket: pathOf('s'),
      text: pathOf('secret.txt'),
      image: pathOf('secret.png'),
      video: pathOf('secret.ts'),
      audio: pathOf('secret.wav'),
      otherJob: {
        text: `../${otherJobName}/secret.txt`,
        image: `../${otherJobName}/secret.png`,
        video: `../${otherJobName}/secret.ts`,
      },
    },
    takeConnections: () => connections.splice(0),
    async close() {
      delete process.env[environmentName]
      udp.close()
      for (const socket of open) socket.destroy()
      await Promise.all([four, six, unix].map(server => new Promise(resolve => server.close(resolve))))
      await rm(secretFolder, { recursive: true })
      await rm(otherJobFolder, { recursive: true })
    },
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** A connection is answered with the canary image, so that a successful fetch also shows in the result. */
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
