/** Collects the input files of a job: existing uploads, and downloads from URLs. */
import type { JobInput } from '@filesmith/contract/schemas/v1/job'
import type { UploadRecord } from '../../ports/upload-store.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { receiveUpload } from '../uploads/receive-upload.ts'
import { uploadLimitBytes } from '../uploads/upload-limit.ts'
import { callWithRetries, statusError } from './call-with-retries.ts'
import { downloadFileName } from './download-file-name.ts'
import { stepUploadId } from './pipeline-ids.ts'
import { failureOf, type Outcome, type PipelineRun, percentAt, type RunPipelineDeps } from './pipeline-run.ts'

const maxConcurrentImports = 4

export async function importInputs(
  deps: RunPipelineDeps,
  run: PipelineRun,
): Promise<Outcome<readonly string[]>> {
  const { inputs } = run.job
  const uploadIds: string[] = []
  while (uploadIds.length < inputs.length) {
    const start = uploadIds.length
    const share = start / inputs.length
    await deps.pipelines.report(run.record, percentAt(run, 'import', share), 'import')
    const batch = inputs.slice(start, start + maxConcurrentImports)
    const arrived = await Promise.all(batch.map((input, index) => importOne(deps, run, input, start + index)))
    for (const outcome of arrived) {
      if ('failure' in outcome) return outcome
      uploadIds.push(outcome.result)
    }
  }
  return { result: uploadIds }
}

async function importOne(
  deps: RunPipelineDeps,
  run: PipelineRun,
  input: JobInput,
  index: number,
): Promise<Outcome<string>> {
  try {
    if ('fileId' in input) return { result: (await findUpload(deps, run.owner, input.fileId)).id }
    const { signal } = run
    const fetched = await callWithRetries('import-failed', signal, () => fetchFile(deps, run, input, index))
    return { result: fetched.id }
  } catch (error) {
    const file = 'url' in input ? (input.fileName ?? downloadFileName(input.url, undefined)) : null
    return failureOf(run, error, { step: null, file })
  }
}

async function fetchFile(
  deps: RunPipelineDeps,
  { owner, job, record, signal }: PipelineRun,
  { url, fileName }: Extract<JobInput, { url: string }>,
  index: number,
): Promise<UploadRecord> {
  const operation = job.steps[0]?.operation ?? null
  const maxBytes = uploadLimitBytes(owner, operation)
  const response = await deps.outbound.send({ url, method: 'GET', followsRedirects: true, maxBytes, signal })
  if (response.status !== 200) {
    response.body.destroy()
    throw statusError(response.url, response.status)
  }
  const disposition = [response.headers['content-disposition']].flat()[0]
  const length = response.headers['content-length']
  try {
    return await receiveUpload(
      deps,
      { owner, addressHash: '' },
      {
        id: stepUploadId(record, 0, index),
        fileName: fileName ?? downloadFileName(response.url, disposition),
        operation,
        source: response.body,
        sourceBytes: length === undefined ? undefined : Number(length),
      },
    )
  } catch (error) {
    response.body.destroy()
    throw error
  }
}
