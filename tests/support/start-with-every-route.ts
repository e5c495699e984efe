/** Starts a Filesmith with all routes, including those that exist only with a sign-in provider. */
import { startFilesmith, type TestFilesmith } from './start-filesmith.ts'

export function startWithEveryRoute(
  env: Record<string, string> = {},
  options: Parameters<typeof startFilesmith>[1] = {},
): Promise<TestFilesmith> {
  return startFilesmith(
    {
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: 'secret',
      GITHUB_URL: 'http://127.0.0.1:9',
      ...env,
    },
    options,
  )
}
