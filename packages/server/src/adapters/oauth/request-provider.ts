/** HTTP requests to OAuth providers: short timeout, validated responses, no secrets in errors. */
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'

const timeoutMs = 10_000

/** The OAuth error code (RFC 6749), which contains no personal data. */
const oauthErrorSchema = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) })

/** Redirects are not followed: they would send secrets to another host. */
export async function requestProvider<Answer>(
  url: string,
  schema: z.ZodType<Answer>,
  request: { form?: Record<string, string>; accessToken?: string } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    headers: {
      accept: 'application/json',
      'user-agent': 'Filesmith',
      ...(request.accessToken !== undefined && { authorization: `Bearer ${request.accessToken}` }),
    },
    ...(request.form && { method: 'POST', body: new URLSearchParams(request.form) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  const oauthError = oauthErrorSchema.safeParse(answer)
  // GitHub returns errors with status 200.
  if (!response.ok || oauthError.success) {
    const reason = oauthError.success ? `, ${oauthError.data.error}` : ''
    throw new Error(`${new URL(url).pathname} returned ${response.status}${reason}`)
  }
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const invalidPaths = parsed.error.issues.map(issue => issue.path.join('.') || '(root)')
  throw new Error(`${new URL(url).pathname} returned an unexpected response: ${invalidPaths.join(', ')}`)
}

/** Turns any failure into one error that names the provider. */
export async function asProviderError<Result>(
  provider: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new AppError('provider-failed', { provider }, { cause: error })
  }
}
