/** The program that estimates how large an archive will be, from samples of its files. */

import { readJob } from '../pack-job.ts'
import type { EstimateJob } from './estimate-archive.ts'
import { packSamples } from './pack-samples.ts'
import { takeSamples } from './take-samples.ts'

const { files, level, format } = await readJob<EstimateJob>()
const { samples, totalBytes } = await takeSamples(files)
const sampledBytes = samples.reduce((sum, { length }) => sum + length, 0)
const share = sampledBytes === 0 ? 0 : packSamples[format](samples, level) / sampledBytes
process.stdout.write(`${JSON.stringify(Math.round(totalBytes * share))}\n`)
