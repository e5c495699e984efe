/** Codecs that the installed ffmpeg decodes and encodes, from `ffmpeg -codecs`. */
import { access, constants } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { Sandbox } from '../../process/sandbox.ts'
import { runTrimmed } from '../../process/trimmed-libraries.ts'
import { withMediaWorkFolder } from '../run/work-folder.ts'

export interface CodecSupport {
  readonly decodable: ReadonlySet<string>
  readonly encoders: ReadonlySet<string>
}

const neededEncoders = [
  ...['libx264', 'libvpx-vp9', 'mpeg4', 'mjpeg'],
  ...['aac', 'libmp3lame', 'libvorbis', 'libopus', 'flac', 'pcm_s16le'],
]
/** ffmpeg responds at once; only a machine that is still booting takes this long. */
const responseTimeoutMs = 90_000

/** Found ones are kept: three engines ask, and packages are installed before a worker starts. */
const found = new Map<string, Promise<CodecSupport>>()

/** Throws with instructions for the operator when ffmpeg or a required encoder is missing. */
export function findCodecSupport(sandbox: Sandbox, folder = '/usr/bin'): Promise<CodecSupport> {
  const key = `${sandbox.kind} ${folder}`
  const known = found.get(key)
  if (known !== undefined) return known
  const support = readCodecSupport(sandbox, folder).catch(error => {
    found.delete(key)
    throw error
  })
  found.set(key, support)
  return support
}

async function readCodecSupport(sandbox: Sandbox, folder: string): Promise<CodecSupport> {
  for (const name of ['ffmpeg', 'ffprobe']) {
    await access(join(folder, name), constants.X_OK).catch(() => {
      throw new Error(`The program ${name} is missing; install the package "ffmpeg".`)
    })
  }
  const support = readCodecs(await listCodecs(sandbox, join(folder, 'ffmpeg')))
  const missing = neededEncoders.filter(name => !support.encoders.has(name))
  if (missing.length > 0)
    throw new Error(
      `ffmpeg is installed, but without ${missing.join(', ')}; install the package "ffmpeg" of Debian.`,
    )
  return support
}

function listCodecs(sandbox: Sandbox, program: string): Promise<readonly string[]> {
  const lines: string[] = []
  return withMediaWorkFolder(join(tmpdir(), 'filesmith-ffmpeg'), async folder => {
    await runTrimmed(sandbox, {
      program,
      tool: 'ffmpeg',
      input: '/dev/null',
      outFolder: folder,
      args: () => ['-hide_banner', '-codecs'],
      timeoutMs: responseTimeoutMs,
      limits: {},
      signal: new AbortController().signal,
      onLine: line => lines.push(line),
      failure: exit => new AppError('engine-missing', { tool: 'ffmpeg' }, { cause: new Error(exit.stderr) }),
    })
    return lines
  })
}

const codecLine = /^ ([D.])([E.])[VASDT][I.][L.][S.] (\S+)/
const encoderNames = /\(encoders: ([^()]*)\)/

export function readCodecs(lines: readonly string[]): CodecSupport {
  const decodable = new Set<string>()
  const encoders = new Set<string>()
  for (const line of lines) {
    const [, canDecode, canEncode, name = ''] = codecLine.exec(line) ?? []
    if (canDecode === 'D') decodable.add(name)
    // Encoders are listed only where they are named differently from the codec.
    const named = encoderNames.exec(line)?.[1]?.trim().split(/\s+/)
    if (canEncode === 'E') for (const encoder of named ?? [name]) encoders.add(encoder)
  }
  return { decodable, encoders }
}
