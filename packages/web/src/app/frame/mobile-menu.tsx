/** Collapsible navigation of the header on narrow screens. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { headerLinks, paths } from '@filesmith/contract/routes'
import { Menu, X } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { MobileAccount } from './mobile-account.tsx'

export function MobileMenu() {
  const { key } = useLocation()
  const [openLocationKey, setOpenLocationKey] = useState<string>()
  const triggerRef = useRef<HTMLButtonElement>(null)
  // The menu is open for one location key only, so that following a link closes it.
  const isOpen = openLocationKey === key

  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenLocationKey(undefined)
      triggerRef.current?.focus()
    }
    window.addEventListener('keydown', closeOnEscape)
    return () => window.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])

  return (
    <Collapsible.Root
      open={isOpen}
      onOpenChange={shouldOpen => setOpenLocationKey(shouldOpen ? key : undefined)}
      className="md:hidden"
    >
      <Collapsible.Trigger
        ref={triggerRef}
        aria-label={frameMessages.menu}
        className="-mr-2 grid size-11 place-items-center rounded hover:bg-surface-sunken"
      >
        <Icon of={isOpen ? X : Menu} sizePx={24} />
      </Collapsible.Trigger>
      <Collapsible.Content className="fade-in absolute inset-x-0 top-full z-30 border-y border-line bg-surface px-4 py-4 shadow-float">
        <nav aria-label={frameMessages.mainNavigation}>
          <ul className="divide-y divide-line">
            {headerLinks.map(({ label, to }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === paths.home}
                  className="flex min-h-12 items-center text-base font-medium aria-[current=page]:text-accent-text"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <MobileAccount onSignedOut={() => setOpenLocationKey(undefined)} />
      </Collapsible.Content>
    </Collapsible.Root>
  )
}
