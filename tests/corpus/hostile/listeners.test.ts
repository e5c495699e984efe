/** The bait can be taken: whoever listens does hear, whoever looks does see, and only our walls are in between. */
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
import { type Bait, layBait } from './bait.ts'
import { findCanary } from './canary.ts'
import { playlists } from './playlists.ts'

let folder: string
let bait: Bait
const place = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-ears-'))
  await mkdir(place('jobs'))
  bait = await layBait(folder, place('jobs'), 'control')
})
afterEach(() => expect(bait.takeHeard()).toEqual([]))
afterAll(async () => {
  await bait.close()
  await rm(folder, { recursive: true })
})

/** Knocks at every door and reads every secret; says nothing about what failed. */
const knock = `
import socket, sys, os
def attempt(action):
    try: action()
    except OSError: pass
def tcp(host, port): socket.create_connection((host, int(port)), 2).close()
def unix(path):
    s = socket.socket(socket.AF_UNIX); s.connect(path); s.close()
def udp(host, port): socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'knock', (host, int(port)))
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

async function knockFrom(mode: SandboxMode): Promise<string> {
  const sandbox = await createSandbox(mode, () => {})
  const { http, http6, udp, unixSocket, text } = bait.targets
  const out = await mkdtemp(place('out-'))
  await writeFile(place('knock.py'), knock)
  const port = (address: string) => address.split(':').at(-1) ?? ''
  let said = ''
  await runProcess(sandbox, {
    program: '/usr/bin/python3',
    tool: 'python3',
    input: place('knock.py'),
    outFolder: out,
    args: ({ input }) => [input, port(http), port(http6), port(udp), unixSocket, text],
    timeoutMs: 20_000,
    limits: {},
    signal: new AbortController().signal,
    onLine: line => {
      said += `${line}\n`
    },
    failure: ({ stderr }) => new AppError('internal', {}, { cause: stderr }),
  })
  return said
}

/** A packet is there when the program has ended, but our own loop must come round to it. */
async function heardUntil(count: number): Promise<string[]> {
  const heard: string[] = []
  await expect.poll(() => heard.push(...bait.takeHeard()), { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
  return heard.toSorted()
}

describe('a program that knocks at every door', () => {
  test('is heard at each of them without a jail, and reads what it likes', async () => {
    const said = await knockFrom('off')
    expect(await heardUntil(4)).toEqual(['tcp connection', 'tcp6 connection', 'udp knock', 'unix connection'])
    expect(said).toContain(bait.secrets[0])
  })

  test('is not heard from inside the jail, and reads nothing', async () => {
    const said = await knockFrom('required')
    for (const secret of bait.secrets) expect(said).not.toContain(secret)
  })
})

describe('with other settings than ours', () => {
  test('a player follows a playlist, and both the fetch and the film show', async () => {
    const lists = playlists(bait.targets)
    const write = async (what: string) => {
      const path = place(`${what.replaceAll(/\W/g, '-')}.m3u8`)
      await writeFile(path, lists.find(list => list.what === what)?.content ?? '')
      return path
    }
    const remote = await write('m3u8: a server')
    const lenient = ['-allowed_extensions', 'ALL', '-protocol_whitelist', 'file,http,tcp,crypto']
    await ffmpeg('-v', 'error', ...lenient, '-i', remote, '-t', '1', place('remote.mp4')).catch(() => {})
    expect(new Set(await heardUntil(1))).toContain('tcp connection')
    const local = await write('ffconcat: a film on the disk')
    const result = place('local.mp4')
    const args = ['-safe', '0', '-f', 'concat', '-protocol_whitelist', 'file', '-i', local]
    await ffmpeg('-v', 'error', ...args, '-t', '0.5', '-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'aac', result)
    expect(await findCanary(result, 'mp4', bait.secrets)).toEqual([
      'the colour of the picture',
      'the tone of the film',
    ])
  })
})

describe('a secret is noticed in', () => {
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
    const path = place(`leak.${format}`)
    await make[format]?.(path)
    expect(await findCanary(path, format, bait.secrets)).not.toEqual([])
  })

  test('words that stand in a picture, once they are read', async () => {
    await writeFile(place('read.txt'), 'the pelican flies')
    expect(await findCanary(place('read.txt'), 'txt', bait.secrets)).toEqual(['the word of the picture'])
  })

  test('and in nothing innocent', async () => {
    await ffmpeg('-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=96x64:duration=0.4', place('plain.mp4'))
    expect(await findCanary(place('plain.mp4'), 'mp4', bait.secrets)).toEqual([])
    await promisify(execFile)('cp', [place('plain.mp4'), place('plain.txt')])
    expect(await findCanary(place('plain.txt'), 'txt', bait.secrets)).toEqual([])
  })
})
