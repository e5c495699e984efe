/** The frame of every screen: header, side panels, content, footer. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { onDemand } from '../../lib/on-demand.tsx'
import { LeftSidebar, RightSidebar } from './sidebars.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { staysInPlace } from './stay-in-place.ts'

const AdvertisingConsent = onDemand(
  async () => (await import('./advertising-consent.tsx')).AdvertisingConsent,
)

export function PageFrame() {
  const mainRef = useFreshStart()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-60 rounded bg-ink px-4 py-3 font-semibold text-ink-inverse focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {frameMessages.skipToContent}
      </a>
      <AdvertisingConsent />
      <SiteHeader />
      {/* The content comes first for readers and keyboards; on wide screens the panels stand at its sides. A desk needs all the room. */}
      <div className="group/frame mx-auto grid w-full has-[[data-desk]]:block max-w-[100rem] grow content-start gap-x-8 gap-y-10 px-4 pt-8 pb-16 sm:grid-cols-2 sm:px-6 lg:grid-cols-[13rem_minmax(0,75rem)_13rem] lg:justify-center">
        <main
          id="content"
          ref={mainRef}
          tabIndex={-1}
          className="min-w-0 max-lg:col-span-full lg:col-start-2 lg:row-start-1"
        >
          <Outlet />
        </main>
        <LeftSidebar className="group-has-[[data-desk]]/frame:hidden lg:col-start-1 lg:row-start-1" />
        <RightSidebar className="group-has-[[data-desk]]/frame:hidden lg:col-start-3 lg:row-start-1" />
      </div>
      <SiteFooter />
    </div>
  )
}

/** A new page begins at its top and at its content, for the eye, the keyboard and the ear; going back keeps its place. */
function useFreshStart() {
  const mainRef = useRef<HTMLElement>(null)
  const { pathname, hash, state } = useLocation()
  const navigationType = useNavigationType()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    if (navigationType === 'PUSH' && staysInPlace(state)) return
    // The address names a place within the page, and that page goes there.
    if (hash !== '') return
    mainRef.current?.focus({ preventScroll: true })
    if (navigationType !== 'POP') window.scrollTo(0, 0)
  }, [pathname, hash, state, navigationType])
  return mainRef
}
