/** `npm run chaos`: a long chaos test; the report is written to bench/results/chaos.json. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { runChaos } from '../../tests/faults/chaos/run-chaos.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jobs: { type: 'string' },
  },
})
// Every exit path also stops the processes it started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('npm run chaos -- --minutes 10 --seed 1')
const env = process.env
const storage = env.CHAOS_S3_ENDPOINT && {
  endpoint: env.CHAOS_S3_ENDPOINT,
  bucket: env.CHAOS_S3_BUCKET ?? '',
  accessKeyId: env.CHAOS_S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.CHAOS_S3_SECRET_ACCESS_KEY ?? '',
}

const jobs = Number(values.jobs ?? Math.round(minutes * 90))
/** Minimum for a valid run; a busy machine need not finish the rest after the faults. */
const enoughJobs = Math.min(jobs, Math.round(minutes * 30))
console.log(
  `Seed ${seed}, ${minutes} minutes of faults. Repeat with: npm run chaos -- --minutes ${minutes} --seed ${seed}`,
)
const report = await runChaos({
  seed,
  jobs,
  enoughJobs,
  chaosSeconds: minutes * 60,
  faults: Math.round(minutes * 60 * 0.6),
  ...(storage && { storage }),
  note: line => console.log(line),
})
const file = new URL('../../bench/results/chaos.json', import.meta.url)
await writeFile(
  file,
  `${JSON.stringify({ measuredOn: new Date().toISOString().slice(0, 10), ...report }, null, 2)}\n`,
)
console.log(report)
process.exitCode = report.violations.length === 0 ? 0 : 1
process.exit()
