/** Reads the arguments of an ffmpeg at work from the system, so that it can be run again with just the same. */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** The engine gives its files these names inside the jail. */
const inputInSandbox = '/job/in'
const outputInSandbox = '/job/out/'

/** Waits for the one that converts; the ones before it only look. Answers its arguments with our own paths in place. */
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
