/** Test helpers of the tools hub: rendering, fake server and navigation. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, type NavigateFunction, Route, Routes, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { someUsage } from '../../lib/account.fixture.ts'
import { FakeEventSource } from '../../lib/job/job-events.fixture.ts'
import { saveWork } from '../../lib/job/saved-work.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import { ToolsScreen } from './tools-screen.tsx'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
const accepted = () => Response.json(job, { status: 202 })

/** State of the fake server. */
export const server: { plan: string; convert: () => Response | Promise<Response> } = {
  plan: 'free',
  convert: accepted,
}
const fetchStub = vi.fn<typeof fetch>()
export const goTo = vi.fn<(url: string) => void>()
/** For slow CI machines. */
const slowTimeout = { timeout: 4000 }
const currentLocation: { navigate?: NavigateFunction; address?: string } = {}

export function standInForServer() {
  // Preloads modules that the app loads on demand.
  beforeAll(async () => {
    await Promise.all([
      import('../hub-panels/pdf-panel.tsx'),
      import('../hub-panels/audio-panel.tsx'),
      import('../../lib/file-password-prompt.tsx'),
    ])
  }, 60_000)
  beforeEach(() => {
    Object.assign(server, { plan: 'free', convert: accepted })
    FakeEventSource.opened = []
    localStorage.clear()
    sessionStorage.clear()
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
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      goTo(this.getAttribute('href') ?? '')
    })
    toasts.show({ title: 'An older toast' })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

export function renderTools(path: string) {
  const queryClient = createQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <Routes>
          <Route path="/tools/:tool?" element={<ToolsScreen />} />
        </Routes>
        <LocationProbe />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return queryClient
}

function LocationProbe() {
  const { pathname, search } = useLocation()
  currentLocation.address = pathname + search
  currentLocation.navigate = useNavigate()
  return null
}

/** Current path and query. */
export const address = () => currentLocation.address
export const goBack = () => act(() => currentLocation.navigate?.(-1))

/** Opens a tool and waits for its section. */
export async function openWorkspace(path: string, heading: string): Promise<HTMLElement> {
  renderTools(path)
  const title = await screen.findByText(heading, { selector: 'h2' }, slowTimeout)
  const section = title.closest('section')
  if (!section) throw new Error(`section "${heading}" not found`)
  return section
}

/** Opens a tool with a saved upload of an earlier visit. */
export async function openWithUpload(path: string, heading: string, toolId: string) {
  saveWork(toolId, { files: [{ uploadId: 'u1', path: 'report.pdf', sizeBytes: 2_400_000 }] })
  const workspace = await openWorkspace(path, heading)
  await within(workspace).findByText('Files ready to process', {}, slowTimeout)
  return workspace
}

// Queries by text: queries by role are slow on a page of this size.
/** Radix activates a tab on mousedown. */
export const choose = (name: string) =>
  fireEvent.mouseDown(screen.getByText(name, { selector: '[role=tab]' }), { button: 0 })
export const openTool = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent
export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
/** Form fields of every conversion request. */
export const sentForms = () =>
  fetchStub.mock.calls
    .filter(([url]) => String(url).startsWith('/api/convert/'))
    .map(([, init]) => (init?.body instanceof FormData ? Object.fromEntries(init.body) : undefined))
