/**
 * Preloaded into workers (NODE_OPTIONS): a job whose file ends in a mark crashes or stalls the process that runs it, as a
 * fault in the code of the worker would.
 */
import { readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crashMark, crashNote, stallMark } from './marked-file.ts'

const jobsDir = join(process.env.DATA_DIR ?? '', 'jobs')

/** Files of the jobs that this process runs: the names of their folders contain its pid. */
function* ownFiles(): Generator<Buffer> {
  try {
    for (const folder of readdirSync(jobsDir))
      if (folder.split('_')[1] === String(process.pid))
        for (const file of readdirSync(join(jobsDir, folder))) yield readFileSync(join(jobsDir, folder, file))
  } catch {
    // The job ended meanwhile, or there was none yet.
  }
}

setInterval(() => {
  for (const bytes of ownFiles()) {
    if (bytes.subarray(-crashMark.length).equals(crashMark)) {
      writeSync(process.stderr.fd, `${crashNote}\n`)
      process.kill(process.pid, 'SIGKILL')
    }
    while (bytes.subarray(-stallMark.length).equals(stallMark));
  }
}, 20).unref()
