/** The Apertium helper: runs in the jail and keeps the pipelines of the pairs it is asked for. */
import { serveSentences } from '../serve-sentences.ts'
import { type Pipeline, startPipeline } from './pipeline.ts'
import type { ApertiumRequest } from './request.ts'

/** Each holds some 150 MB; the one that was asked longest ago makes room. */
const maxPipelines = 4

const pipelines = new Map<string, Pipeline>()

serveSentences<ApertiumRequest>(async request => {
  try {
    return await pipelineOf(request).translate(request.sentences)
  } catch {
    // One of its programs has died. A new one gets a try; what kills it as well is the fault of the text.
    return pipelineOf(request).translate(request.sentences)
  }
})

function pipelineOf({ name, stages }: ApertiumRequest): Pipeline {
  const known = pipelines.get(name)
  const pipeline = known?.isUsable ? known : startPipeline(stages)
  pipelines.delete(name)
  pipelines.set(name, pipeline)
  for (const [other, unused] of pipelines) {
    if (pipelines.size <= maxPipelines) break
    unused.kill()
    pipelines.delete(other)
  }
  return pipeline
}
