/** Test support: renders the admin area for an operator with a stubbed server. */
import { type AdminSectionId, adminPath, findAdminSection } from '@filesmith/contract/admin-sections'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  auditEntry,
  bob,
  failurePage,
  ffmpeg,
  message,
  quietOverview,
  storage,
  worker,
} from './admin.fixture.ts'
import { Admin } from './admin.tsx'

type Answer = (body: unknown, url: string) => Response | Promise<Response>

/** Stubbed responses by method and path. */
export const answers: Record<string, Answer> = {}
const fetchStub = vi.fn<typeof fetch>()

const operator = { ...mara, isOperator: true }

export const reply =
  (body: unknown): Answer =>
  () =>
    Response.json(body)
export const refuse =
  (status: number, code: string, text: string): Answer =>
  () =>
    Response.json({ code, message: text }, { status })
export const noAnswer: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
export const neverAnswer: Answer = () => new Promise(() => undefined)

export function standInForServer() {
  beforeEach(() => {
    for (const key of Object.keys(answers)) delete answers[key]
    Object.assign(answers, {
      'GET /api/auth/status': reply({ authenticated: true, user: operator }),
      'GET /api/capabilities': reply({ operations: {}, plan: 'pro', signInWith: [] }),
      'GET /api/admin/overview': reply(quietOverview),
      'GET /api/admin/workers': reply([worker]),
      'GET /api/admin/failures': reply(failurePage),
      'GET /api/admin/users': reply({ users: [bob], total: 1, next: null }),
      'GET /api/admin/sign-in': reply({ proxy: null, groupPlans: [], groupOperators: [] }),
      'GET /api/admin/messages': reply({ messages: [message], next: null }),
      'GET /api/admin/chats': reply({ chats: [], next: null }),
      'GET /api/admin/storage': reply(storage),
      'GET /api/admin/engines': reply([ffmpeg]),
      'GET /api/admin/audit': reply({ entries: [auditEntry], next: null }),
    })
    fetchStub.mockReset()
    fetchStub.mockImplementation(async (url, init) => {
      const key = `${init?.method} ${String(url).split('?')[0]}`
      const answer = answers[key]
      if (!answer) throw new TypeError(`no stubbed response for ${key}`)
      return answer(init?.body ? JSON.parse(String(init.body)) : undefined, String(url))
    })
    vi.stubGlobal('fetch', fetchStub)
    toasts.show({ title: 'An older toast' })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

/** Requests to this method and path: the body, or the URL if there is none. */
export function callsTo(method: string, path: string): unknown[] {
  return fetchStub.mock.calls
    .filter(([url, init]) => init?.method === method && String(url).split('?')[0] === path)
    .map(([url, init]) => (init?.body ? JSON.parse(String(init.body)) : String(url)))
}

export function showSection(id: AdminSectionId, query = '') {
  const section = findAdminSection(id)
  if (!section) throw new Error(`no section ${id}`)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[adminPath(id) + query]}>
        <Admin user={operator} section={section} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** Expands the row with this summary. */
export async function expandRow(text: string | RegExp) {
  fireEvent.click(await screen.findByRole('button', { name: text, expanded: false }))
}
