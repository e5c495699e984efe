/** Test helpers for whole screens: rendering of the app and a fake server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { someUsage } from '../lib/account.fixture.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { toasts } from '../lib/toast-store.ts'
import { Router } from './router.tsx'

const works = { isAvailable: true, reason: null }
const operations = { 'convert-image': works, 'convert-video': works, 'convert-audio': works }

type Answer = () => Response | Promise<Response>

/** Fake responses by method and path. */
export const answers = new Map<string, Answer>()
export const fetchStub = vi.fn<typeof fetch>()

export const json =
  (body: unknown, status = 200): Answer =>
  () =>
    Response.json(body, { status })
export const refusal = (status: number, code: string, message: string): Answer =>
  json({ code, message }, status)
export const noContent: Answer = () => new Response(null, { status: 204 })
export const noAnswer: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

export function capabilities(change: object = {}): Answer {
  return json({ operations, plan: 'free', signInWith: [], ...change })
}

export function standInForServer() {
  beforeAll(loadScreens, 60_000)
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    answers.clear()
    answers.set('GET /api/auth/status', json({ authenticated: false, user: null }))
    answers.set('GET /api/capabilities', capabilities())
    answers.set('GET /api/usage', json(someUsage))
    answers.set('GET /api/conversions/recent', json([]))
    // Never resolves: network ads are tested separately.
    answers.set('GET /api/config/adsense', () => new Promise<Response>(() => undefined))
    fetchStub.mockReset()
    fetchStub.mockImplementation(async (url, init) => {
      const answer = answers.get(`${init?.method} ${url}`)
      return answer ? answer() : Response.json({ code: 'not-found', message: 'Nothing.' }, { status: 404 })
    })
    vi.stubGlobal('fetch', fetchStub)
    toasts.show({ title: 'An older toast' })
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

/** Preloads modules that the app loads on demand. */
async function loadScreens() {
  await Promise.all([
    import('./frame/account-menu.tsx'),
    import('./screens/tools-screen.tsx'),
    import('./hub-panels/pdf-panel.tsx'),
    import('./screens/sign-in-screen.tsx'),
    import('./screens/sign-up-screen.tsx'),
    import('./screens/invitation-screen.tsx'),
    import('./screens/set-up-screen.tsx'),
    import('./screens/not-found-screen.tsx'),
    import('../features/account/forgot-password.tsx'),
    import('../features/account/reset-password.tsx'),
    import('../features/account/verify-email.tsx'),
    import('./screens/content-screen.tsx'),
    import('./screens/help-article-screen.tsx'),
    import('../features/help/help.tsx'),
    import('../features/about/about.tsx'),
    import('../features/legal/privacy.tsx'),
    import('../features/legal/terms.tsx'),
  ])
}

/** Current path and query. */
export const address = () => screen.getByTestId('address').textContent

/** `earlier` are the previous history entries, oldest first. */
export function visit(path: string, ...earlier: readonly string[]) {
  render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[...earlier, path]} useTransitions={false}>
          <Router />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}

export function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

/** Request bodies sent to a path. */
export const sentTo = (path: string) =>
  fetchStub.mock.calls
    .filter(([url, init]) => url === path && init?.method !== 'GET')
    .map(([, init]): unknown => JSON.parse(String(init?.body ?? 'null')))

export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
