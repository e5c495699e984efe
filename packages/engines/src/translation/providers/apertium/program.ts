/** The Apertium helper: runs in the jail and keeps the pipelines of the pairs it is asked for. */
import { serveSentences } from '../serve-sentences.ts'
import { type Pipeline, startPipeline } from './pipeline.ts'
import type { ApertiumRequest } from './request.ts'

/** Each holds some 150 MB; the one that was asked longest ago makes room. */
const maxPipelines = 4

const pipelines = new Map<string, Pipeline>()

serveSentences<ApertiumRequest>(async ({ name, stages, sentences }) => {
  const pipeline = pipelines.get(name)
  const warm = pipeline?.isUsable ? pipeline : startPipeline(stages)
  pipelines.delete(name)
  pipelines.set(name, warm)
  for (const [other, unused] of pipelines) {
    if (pipelines.size <= maxPipelines) break
    unused.kill()
    pipelines.delete(other)
  }
  return warm.translate(sentences)
})
