/** Savings of stream copying: MP4 to MKV by the engine against encoding the same video. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { videoEncoderArgs } from '../packages/engines/src/ffmpeg/encoding/encoder-settings.ts'
import { createEngineRuntime } from '../packages/engines/src/runtime.ts'
import type { Bench } from './bench.ts'
import { cpuSecondsOf } from './support/cpu-time.ts'
import { median } from './support/median.ts'
import { drawVideo } from './support/videos.ts'

const runs = 5

export const bench: Bench = {
  name: 'stream-copy',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-bench-'))
    // The init process of the sandbox does not pass on the CPU time of its children, so the sandbox is off here.
    const engines = await createEngineRuntime({
      sandbox: 'off',
      disabledEngines: ['sharp', 'magick'],
    })
    try {
      const inputPath = join(folder, 'video.mp4')
      await writeFile(inputPath, await drawVideo(60))
      const copy = () =>
        engines.runStep({
          step: { ability: 'ffmpeg-video', from: 'mp4', to: 'mkv', options: { quality: '1080p' } },
          inputPath,
          outputPath: join(folder, 'copied.mkv'),
          signal: new AbortController().signal,
          onProgress: () => undefined,
        })
      const encode = () =>
        promisify(execFile)('/usr/bin/ffmpeg', [
          ...['-nostdin', '-v', 'error', '-y', '-i', inputPath],
          ...[...videoEncoderArgs('libx264', 0), '-c:a', 'copy', join(folder, 'encoded.mkv')],
        ])
      const copied: number[] = []
      for (let run = 0; run < runs; run += 1) copied.push(await cpuSecondsOf(copy))
      const encoded = await cpuSecondsOf(encode)
      const ratio = encoded / median(copied)
      return [
        {
          what: 'a minute of 1080p, MP4 to MKV as a whole step, CPU time',
          value: median(copied),
          unit: 's',
        },
        { what: 'the same encoded, CPU time', value: encoded, unit: 's' },
        {
          what: 'encoding against copying',
          value: ratio,
          unit: 'x',
          goal: 'at least 50',
          isMet: ratio >= 50,
        },
      ]
    } finally {
      await engines.close()
      await rm(folder, { recursive: true })
    }
  },
}
