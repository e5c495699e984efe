/**
 * Control test of the hostile corpus: without the sandbox the bait is reached and canaries are found, with it they
 * are not.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { runProcess } from '@filesmith/engines/process/run-process'
import { createSandbox, type SandboxMode } from '@filesmith/engines/process/sandbox'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ffmpeg } from '../../support/run-program.ts'
import { image, paragraph, writeDocx } from '../support/write-docx.ts'
import { writeZip } from '../support/write-zip.ts'
import { type Bait, setUpBait } from './bait.ts'
import { findCanary } from './canary.ts'
import { playlists } from './playlists.ts'

let folder: string
let bait: Bait
const pathOf = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-bait-'))
  await mkdir(pathOf('jobs'))
  bait = await setUpBait(folder, pathOf('jobs'), 'control')
})
afterEach(() => expect(bait.takeConnections()).toEqual([]))
afterAll(async () => {
  await bait.close()
  await rm(folder, { recursive: true })
})

/** Connects to every socket and reads every secret, ignoring errors. */
const probeProgram = `
import socket, sys, os
def attempt(action):
    try: action()
    except OSError: pass
def tcp(host, port): socket.create_connection((host, int(port)), 2).close()
def unix(path):
    s = socket.socket(socket.AF_UNIX); s.connect(path); s.close()
def udp(host, port): socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'probe', (host, int(port)))
def read(path): sys.stdout.write(open(path).read() + '\\n')
four, six, packets, path, text = sys.argv[1:6]
attempt(lambda: tcp('127.0.0.1', four))
attempt(lambda: tcp('::1', six))
attempt(lambda: udp('127.0.0.1', packets))
attempt(lambda: unix(path))
attempt(lambda: read(text))
attempt(lambda: read('/proc/self/environ'))
attempt(lambda: read('/proc/%d/environ' % os.getppid()))
attempt(lambda: sys.stdout.write(str(socket.getaddrinfo('localhost', 80)) and ''))
`

async function runProbe(mode: SandboxMode): Promise<string> {
  const sandbox = await createSandbox(mode, () => {})
  const { http, http6, udp, unixSocket, text } = bait.targets
  const out = await mkdtemp(pathOf('out-'))
  await writeFile(pathOf('probe.py'), probeProgram)
  const port = (address: string) => address.split(':').at(-1) ?? ''
  let output = ''
  await runProcess(sandbox, {
    program: '/usr/bin/python3',
    tool: 'python3',
    input: pathOf('probe.py'),
    outFolder: out,
    args: ({ input }) => [input, port(http), port(http6), port(udp), unixSocket, text],
    timeoutMs: 20_000,
    limits: {},
    signal: new AbortController().signal,
    onLine: line => {
      output += `${line}\n`
    },
    failure: ({ stderr }) => new AppError('internal', {}, { cause: stderr }),
  })
  return output
}

/** A packet has arrived when the program ends, but the event loop still has to deliver it. */
async function waitForConnections(count: number): Promise<string[]> {
  const connections: string[] = []
  await expect
    .poll(() => connections.push(...bait.takeConnections()), { timeout: 10_000 })
    .toBeGreaterThanOrEqual(count)
  return connections.toSorted()
}

describe('sandbox: a program that probes every socket and secret', () => {
  test('without the sandbox it reaches every socket and reads the secret', async () => {
    const output = await runProbe('off')
    expect(await waitForConnections(4)).toEqual([
      'tcp connection',
      'tcp6 connection',
      'udp probe',
      'unix connection',
    ])
    expect(output).toContain(bait.secrets[0])
  })

  test.each(['bubblewrap', 'landlock'] as const)(
    'inside %s it reaches nothing and reads no secret',
    async mode => {
      const output = await runProbe(mode)
      for (const secret of bait.secrets) expect(output).not.toContain(secret)
    },
  )
})

describe('ffmpeg with unsafe options', () => {
  test('follows a playlist, and both the connection and the canary are detected', async () => {
    const lists = playlists(bait.targets)
    const write = async (what: string) => {
      const path = pathOf(`${what.replaceAll(/\W/g, '-')}.m3u8`)
      await writeFile(path, lists.find(list => list.what === what)?.content ?? '')
      return path
    }
    const remote = await write('m3u8: a server')
    const lenient = ['-allowed_extensions', 'ALL', '-protocol_whitelist', 'file,http,tcp,crypto']
    await ffmpeg('-v', 'error', ...lenient, '-i', remote, '-t', '1', pathOf('remote.mp4')).catch(() => {})
    expect(new Set(await waitForConnections(1))).toContain('tcp connection')
    const local = await write('ffconcat: a video on the disk')
    const result = pathOf('local.mp4')
    const args = ['-safe', '0', '-f', 'concat', '-protocol_whitelist', 'file', '-i', local]
    await ffmpeg('-v', 'error', ...args, '-t', '0.5', '-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'aac', result)
    expect(await findCanary(result, 'mp4', bait.secrets)).toEqual(['canary color', 'canary tone'])
  })
})

describe('findCanary: detects a secret in', () => {
  const secret = () => bait.secrets[0] ?? ''
  const make: Readonly<Partial<Record<FormatId, (path: string) => Promise<unknown>>>> = {
    png: path => sharp(bait.targets.image).resize(100).png().toFile(path),
    jpg: path => sharp(bait.targets.image).jpeg({ quality: 60 }).toFile(path),
    gif: path => sharp(bait.targets.image).gif().toFile(path),
    bmp: path => ffmpeg('-v', 'error', '-i', bait.targets.image, path),
    mp3: path => ffmpeg('-v', 'error', '-i', bait.targets.audio, path),
    txt: path => writeFile(path, `A ${Buffer.from(`x${secret()}yz`).toString('base64')} b`),
    html: async path => {
      const data = (await sharp(bait.targets.image).png().toBuffer()).toString('base64')
      await writeFile(path, `<p><img src="data:image/png;base64,${data}">`)
    },
    zip: path => writeFile(path, writeZip({ 'a.txt': Buffer.from(secret(), 'utf16le') })),
    docx: async path => {
      const media = { 'media/a.png': await sharp(bait.targets.image).png().toBuffer() }
      const relations = [{ id: 'a', type: 'image', target: 'media/a.png' }]
      await writeFile(path, writeDocx({ body: paragraph('a') + image('a'), media, relations }))
    },
  }

  test.each(Object.keys(make) as FormatId[])('%s', async format => {
    const path = pathOf(`leak.${format}`)
    await make[format]?.(path)
    expect(await findCanary(path, format, bait.secrets)).not.toEqual([])
  })

  test('text recognized from the secret image', async () => {
    await writeFile(pathOf('read.txt'), 'the pelican flies')
    expect(await findCanary(pathOf('read.txt'), 'txt', bait.secrets)).toEqual(['canary word'])
  })

  test('findCanary: ignores innocent files', async () => {
    await ffmpeg('-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=96x64:duration=0.4', pathOf('plain.mp4'))
    expect(await findCanary(pathOf('plain.mp4'), 'mp4', bait.secrets)).toEqual([])
    await promisify(execFile)('cp', [pathOf('plain.mp4'), pathOf('plain.txt')])
    expect(await findCanary(pathOf('plain.txt'), 'txt', bait.secrets)).toEqual([])
  })
})
