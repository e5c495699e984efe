/** Probes a media file with ffprobe. */
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

/** Enough packets to detect hidden frames at the start. */
const inspectedPackets = 16
const outputName = 'probe.json'
const probeTimeoutMs = 60_000
const isMp4Family: ReadonlySet<string> = new Set(['mp4', 'mov', 'm4a', '3gp'])
/** For Windows Media, ffprobe reports encryption only as a warning. */
const drmWarning = /DRM protected stream/i

export async function probeMedia(context: FfmpegContext, source: MediaSource): Promise<MediaProbe> {
  const outputPath = join(source.workFolder, outputName)
  const { size } = await stat(source.path)
  const { stderr } = await runMedia(context, source, {
    program: 'ffprobe',
    args: ({ input, outFolder }) => [
      ...['-v', 'warning', ...inputArgs(source.format)],
      ...['-show_format', '-show_streams', '-of', 'json'],
      ...['-show_packets', '-read_intervals', `%+#${inspectedPackets}`],
      ...['-o', join(outFolder, outputName), input],
    ],
    timeoutMs: probeTimeoutMs,
  })
  const output = probeJsonSchema.safeParse(parseJson(await readFile(outputPath, 'utf8')))
  await rm(outputPath)
  if (!output.success)
    throw new AppError('file-damaged', { format: formats[source.format].label }, { cause: output.error })
  const probe = readProbe(output.data, size)
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
