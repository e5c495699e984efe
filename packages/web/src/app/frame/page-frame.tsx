/** Layout of every screen: header, sidebars, content and footer. */
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
  const mainRef = useFocusOnNavigation()
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
      {/* Content first in DOM order for screen readers and keyboards; sidebars are beside it on wide screens. Full-width pages hide them. */}
      <div className="group/frame mx-auto grid w-full has-[[data-full-width]]:block max-w-[100rem] grow content-start gap-x-8 gap-y-10 px-4 pt-8 pb-16 sm:grid-cols-2 sm:px-6 lg:grid-cols-[13rem_minmax(0,75rem)_13rem] lg:justify-center">
        <main
          id="content"
          ref={mainRef}
          tabIndex={-1}
          className="min-w-0 max-lg:col-span-full lg:col-start-2 lg:row-start-1"
        >
          <Outlet />
        </main>
        <LeftSidebar className="group-has-[[data-full-width]]/frame:hidden lg:col-start-1 lg:row-start-1" />
        <RightSidebar className="group-has-[[data-full-width]]/frame:hidden lg:col-start-3 lg:row-start-1" />
      </div>
      <SiteFooter />
    </div>
  )
}

/** Scrolls to the top and focuses the content after navigation; back and forward keep the scroll position. */
function useFocusOnNavigation() {
  const mainRef = useRef<HTMLElement>(null)
  const { pathname, hash, state } = useLocation()
  const navigationType = useNavigationType()
  const previousPath = useRef(pathname)
  useEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    if (navigationType === 'PUSH' && staysInPlace(state)) return
    // The page scrolls to the element named by the hash itself.
    if (hash !== '') return
    mainRef.current?.focus({ preventScroll: true })
    if (navigationType !== 'POP') window.scrollTo(0, 0)
  }, [pathname, hash, state, navigationType])
  return mainRef
}
