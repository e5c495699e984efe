/** Apertium helper process: runs in the sandbox and keeps pipelines of recent pairs. */
import { serveSentences } from '../serve-sentences.ts'
import { type Pipeline, startPipeline } from './pipeline.ts'
import { type ApertiumRequest, apertiumRequestSchema } from './request.ts'

/** Each takes about 150 MB; the least recently used one is removed. */
const maxPipelines = 4

const pipelines = new Map<string, Pipeline>()

serveSentences(apertiumRequestSchema, async request => {
  try {
    return await pipelineOf(request).translate(request.sentences)
  } catch {
    // A program crashed. Retry with a new pipeline once; a second crash is caused by the text.
    return pipelineOf(request).translate(request.sentences)
  }
})

function pipelineOf({ name, stages }: ApertiumRequest): Pipeline {
  const existing = pipelines.get(name)
  const pipeline = existing?.isUsable ? existing : startPipeline(stages)
  pipelines.delete(name)
  pipelines.set(name, pipeline)
  for (const [other, unused] of pipelines) {
    if (pipelines.size <= maxPipelines) break
    unused.kill()
    pipelines.delete(other)
  }
  return pipeline
}
