/** Finds jobs of an account; another account's id gets the same error as an unknown one. */
import { AppError } from '@filesmith/contract/errors'
import type { JobPage, JobStatus } from '@filesmith/contract/schemas/v1/job'
import type { PipelineCursor, PipelineRecord, PipelineStore } from '../../ports/pipeline-store.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'
import { describeJob } from './describe-job.ts'

export interface FindJobDeps {
  readonly pipelines: PipelineStore
}

export async function findJob(deps: FindJobDeps, owner: Owner, id: string): Promise<PipelineRecord> {
  const record = isId(id) ? await deps.pipelines.find(id, owner.id) : undefined
  if (!record) throw new AppError('job-not-found')
  return record
}

export async function listJobs(
  deps: FindJobDeps,
  owner: Owner,
  query: { status?: JobStatus | undefined; after?: string | undefined; limit: number },
): Promise<JobPage> {
  const after = query.after === undefined ? null : decodeCursor(query.after)
  // One more than the page size, to know whether there is another page.
  const page = { after, limit: query.limit + 1 }
  const found = await deps.pipelines.list(owner.id, { status: query.status }, page)
  const shown = found.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    jobs: shown.map(describeJob),
    next: last && found.length > query.limit ? encodeCursor(last) : null,
  }
}

function encodeCursor({ createdAt, id }: PipelineCursor): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')
}

function decodeCursor(text: string): PipelineCursor {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  if (!/^\d{1,15}$/.test(time) || !isId(id))
    throw new AppError('invalid-request', { reason: 'The page cursor is invalid.' })
  return { createdAt: new Date(Number(time)), id }
}
