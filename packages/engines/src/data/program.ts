/** Data helper process: runs in the sandbox, converts bytes to bytes, without file access. */
import { type StreamedResult, serveJobs } from '../process/helper-program.ts'
import { dataRequestSchema } from './request.ts'
import { runDataTask } from './tasks/registry.ts'
import type { DataResult } from './tasks/task.ts'

serveJobs(dataRequestSchema, async ({ task, ...request }, input, report): Promise<StreamedResult> => {
  const result = await runDataTask(task, { ...request, input, report })
  return { chunks: chunksOf(result.content), about: () => result.report?.() ?? {} }
})

async function* chunksOf(content: DataResult['content']): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield Buffer.from(content)
  else if (content instanceof Uint8Array) yield content
  else yield* content
}
