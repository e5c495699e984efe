/** Looks into a film or a recording with ffprobe. */
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'
import { inputArgs } from './demuxers.ts'
import type { MediaProbe } from './media-probe.ts'
import { probeJsonSchema } from './probe-json.ts'
import { isProtectedMp4 } from './protected-mp4.ts'
import { readProbe } from './read-probe.ts'

/** Enough to see whether pictures before the beginning are hidden. */
const packetsToSee = 16
const answerName = 'probe.json'
const probeTimeoutMs = 60_000
const isMp4Family: ReadonlySet<string> = new Set(['mp4', 'mov', 'm4a', '3gp'])
/** Windows Media says it only in passing. */
const drmWarning = /DRM protected stream/i

export async function probeMedia(context: FfmpegContext, source: MediaSource): Promise<MediaProbe> {
  const answerPath = join(source.workFolder, answerName)
  const { size } = await stat(source.path)
  const { stderr } = await runMedia(context, source, {
    program: 'ffprobe',
    args: ({ input, outFolder }) => [
      ...['-v', 'warning', ...inputArgs(source.format)],
      ...['-show_format', '-show_streams', '-of', 'json'],
      ...['-show_packets', '-read_intervals', `%+#${packetsToSee}`],
      ...['-o', join(outFolder, answerName), input],
    ],
    timeoutMs: probeTimeoutMs,
  })
  const answer = probeJsonSchema.safeParse(parseJson(await readFile(answerPath, 'utf8')))
  await rm(answerPath)
  if (!answer.success)
    throw new AppError('file-damaged', { format: formats[source.format].label }, { cause: answer.error })
  const probe = readProbe(answer.data, size)
  const isProtected =
    probe.isProtected ||
    drmWarning.test(stderr) ||
    (isMp4Family.has(source.format) && (await isProtectedMp4(source.path)))
  return { ...probe, isProtected }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
