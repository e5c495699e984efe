/** The frame of every screen: header, side panels, content, footer. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { LeftSidebar, RightSidebar } from './sidebars.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { usePageTexts } from './use-page-texts.ts'

export function PageFrame() {
  usePageTexts()
  const mainRef = useFocusOnNavigation()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-60 rounded bg-ink px-4 py-3 font-semibold text-ink-inverse focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {frameMessages.skipToContent}
      </a>
      <SiteHeader />
      {/* The content comes first for readers and keyboards; on wide screens the panels stand at its sides. */}
      <div className="mx-auto grid w-full max-w-[100rem] grow content-start gap-x-8 gap-y-10 px-4 pt-8 pb-16 sm:grid-cols-2 sm:px-6 lg:grid-cols-[13rem_minmax(0,75rem)_13rem] lg:justify-center">
        <main
          id="content"
          ref={mainRef}
          tabIndex={-1}
          className="min-w-0 max-lg:col-span-full lg:col-start-2 lg:row-start-1"
        >
          <Outlet />
        </main>
        <LeftSidebar className="lg:col-start-1 lg:row-start-1" />
        <RightSidebar className="lg:col-start-3 lg:row-start-1" />
      </div>
      <SiteFooter />
      <ScrollRestoration />
    </div>
  )
}

/** A new page begins at its content, for the keyboard and the ear too; the first one begins at the top. */
function useFocusOnNavigation() {
  const mainRef = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    mainRef.current?.focus({ preventScroll: true })
  }, [pathname])
  return mainRef
}
