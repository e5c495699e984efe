/** For tests of the tools hub: the hub alone in memory, its server, and the ways through it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, type NavigateFunction, Route, Routes, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { saveWork } from '../../features/converter/saved-work.ts'
import { someUsage } from '../../lib/account.fixture.ts'
import { FakeEventSource } from '../../lib/conversion-events.fixture.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import { ToolsScreen } from './tools-screen.tsx'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
const accepted = () => Response.json(job, { status: 202 })

/** What the server answers; a test may change it before the page asks. */
export const server: { plan: string; convert: () => Response | Promise<Response> } = {
  plan: 'free',
  convert: accepted,
}
const fetchStub = vi.fn<typeof fetch>()
export const goTo = vi.fn<(url: string) => void>()
/** A busy machine takes its time. */
const patience = { timeout: 4000 }
const place: { navigate?: NavigateFunction; address?: string } = {}

export function standInForServer() {
  // What comes with the first use is here before the first test, so that none waits for it.
  beforeAll(async () => {
    await Promise.all([
      import('../hub-panels/pdf-panel.tsx'),
      import('../hub-panels/audio-panel.tsx'),
      import('../../lib/password-prompt.tsx'),
    ])
  }, 60_000)
  beforeEach(() => {
    Object.assign(server, { plan: 'free', convert: accepted })
    FakeEventSource.opened = []
    localStorage.clear()
    goTo.mockReset()
    fetchStub.mockReset()
    fetchStub.mockImplementation(async (url, init) => {
      const path = String(url)
      if (init?.method === 'HEAD')
        return new Response(null, { headers: { 'upload-length': '9', 'upload-offset': '9' } })
      if (path.startsWith('/api/convert/')) return server.convert()
      if (path.endsWith('/details'))
        return Response.json({ format: 'pdf', media: null, previewUrl: null, problem: null })
      if (path === '/api/usage') return Response.json(someUsage)
      if (path === '/api/auth/status') return Response.json({ authenticated: false, user: null })
      if (path === '/api/capabilities')
        return Response.json({ operations: {}, plan: server.plan, signInWith: [] })
      return Response.json([])
    })
    vi.stubGlobal('fetch', fetchStub)
    vi.stubGlobal('EventSource', FakeEventSource)
    vi.spyOn(window.location, 'assign').mockImplementation(url => goTo(String(url)))
    toasts.show({ title: 'An older toast' })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

export function showTools(path: string) {
  const queryClient = createQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <Routes>
          <Route path="/tools/:tool?" element={<ToolsScreen />} />
        </Routes>
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return queryClient
}

function Place() {
  const { pathname, search } = useLocation()
  place.address = pathname + search
  place.navigate = useNavigate()
  return null
}

/** Where the site stands: path and search. */
export const address = () => place.address
export const goBack = () => act(() => place.navigate?.(-1))

/** The section of a tool once its code has come. */
export async function openWorkspace(path: string, heading: string): Promise<HTMLElement> {
  showTools(path)
  const title = await screen.findByText(heading, { selector: 'h2' }, patience)
  const section = title.closest('section')
  if (!section) throw new Error(`"${heading}" heads no section`)
  return section
}

/** Comes back to a file that was uploaded on an earlier visit. */
export async function comeBackTo(path: string, heading: string, toolId: string) {
  saveWork(toolId, { upload: { id: 'u1', fileName: 'report.pdf', sizeBytes: 2_400_000 } })
  const workspace = await openWorkspace(path, heading)
  await within(workspace).findByText('Files ready to process', {}, patience)
  return workspace
}

// By their text: looking for roles takes long on a page of this size, and is done where a role is the point.
/** Radix opens a tab when the mouse goes down on it. */
export const choose = (name: string) =>
  fireEvent.mouseDown(screen.getByText(name, { selector: '[role=tab]' }), { button: 0 })
export const openTool = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent
export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
/** The fields of every conversion that was asked for. */
export const sentForms = () =>
  fetchStub.mock.calls
    .filter(([url]) => String(url).startsWith('/api/convert/'))
    .map(([, init]) => (init?.body instanceof FormData ? Object.fromEntries(init.body) : undefined))
