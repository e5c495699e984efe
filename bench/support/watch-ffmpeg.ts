/** Reads the arguments of a running ffmpeg from /proc, so that it can be run again with the same ones. */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** File names inside the sandbox. */
const inputInSandbox = '/job/in'
const outputInSandbox = '/job/out/'

/**
 * Waits for the ffmpeg that converts, not for one that only probes, and returns its arguments with paths outside of
 * the sandbox.
 */
export async function watchFfmpeg(inputPath: string, outputPath: string): Promise<string[]> {
  for (;;) {
    for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
      const [program, ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
        .split('\0')
        .slice(0, -1)
      if (program?.endsWith('/ffmpeg') && args.at(-1)?.startsWith(outputInSandbox))
        return [...args.slice(0, -1).map(arg => (arg === inputInSandbox ? inputPath : arg)), outputPath]
    }
    await delay(5)
  }
}
