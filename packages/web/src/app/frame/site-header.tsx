/** Header of every screen: home link, main navigation, account and theme. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { headerLinks, linksOf, paths } from '@filesmith/contract/routes'
import type { User } from '@filesmith/contract/schemas/account'
import { type LucideIcon, Menu, Monitor, Moon, Sun, X } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { currentInstance } from '../../lib/instance.ts'
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import { useAccount } from '../../lib/use-account.ts'
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { useLinkFilter, useSiteAccess } from '../../lib/use-site-access.ts'
import { Brand } from '../../ui/brand.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountButton } from './account-button.tsx'

const MobileAccountActions = onDemand(
  async () => (await import('./mobile-account-actions.tsx')).MobileAccountActions,
  { isOptional: true },
)

const MobileTools = onDemand(async () => (await import('./mobile-tools.tsx')).MobileTools, {
  isOptional: true,
})

const storageKey = 'filesmith.theme'

const themes = ['system', 'light', 'dark'] as const

const icons: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon }

const AccountMenu = onDemand(async () => (await import('./account-menu.tsx')).AccountMenu, {
  isOptional: true,
})

export function SiteHeader() {
  const isShown = useLinkFilter()
  return (
    <header className="relative border-b border-line bg-surface">
      <div className="mx-auto flex h-16 w-full max-w-[100rem] items-center short:h-12 gap-6 px-4 sm:px-6">
        <Link to={paths.home} aria-label={frameMessages.brandHome} className="rounded">
          <Brand />
        </Link>
        <nav aria-label={frameMessages.mainNavigation} className="max-md:hidden">
          <ul className="flex gap-1">
            {linksOf(currentInstance(), headerLinks)
              .filter(isShown)
              .map(({ label, to }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={to === paths.home}
                    className="relative inline-flex min-h-10 items-center rounded px-3 font-medium text-ink-muted transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-1 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-accent"
                  >
                    {label}
                  </NavLink>
                </li>
              ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <HeaderAccount />
          <ThemeButton />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

/** Account area of the header: sign-in links or account menu, with a fixed width to avoid layout shift. */
function HeaderAccount() {
  const { state, user } = useAccount()
  return (
    <div className="flex w-48 justify-end lg:w-64 gap-2 max-md:hidden">
      {state === 'signed-out' ? <SignInLinks /> : null}
      {user ? <AccountMenuOnDemand user={user} /> : null}
    </div>
  )
}

/** Account menu, loaded when it is about to be opened. Opens like the Radix trigger, which takes over then. */
function AccountMenuOnDemand({ user }: { readonly user: User }) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard'>()
  if (openedBy)
    return (
      <LazyFallback fallback={<AccountButton username={user.username} disabled />}>
        <AccountMenu user={user} openedBy={openedBy} />
      </LazyFallback>
    )
  return (
    <AccountButton
      username={user.username}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={AccountMenu.prefetch}
      onFocus={AccountMenu.prefetch}
      onPointerDown={event => {
        if (event.button !== 0 || event.ctrlKey) return
        event.preventDefault()
        setOpenedBy('pointer')
      }}
      onKeyDown={event => {
        if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
        event.preventDefault()
        setOpenedBy('keyboard')
      }}
    />
  )
}

/** Button that cycles through the themes: system, light, dark. */
function ThemeButton() {
  const [theme, nextTheme] = useTheme()
  return (
    <button
      type="button"
      onClick={nextTheme}
      aria-label={frameMessages.theme[theme]}
      title={frameMessages.theme[theme]}
      className="grid size-11 place-items-center rounded text-ink-muted transition-colors hover:bg-surface-sunken hover:text-ink"
    >
      <Icon of={icons[theme]} />
    </button>
  )
}

type Theme = (typeof themes)[number]

function readTheme(): Theme {
  const selected = document.documentElement.dataset.theme
  return selected === 'light' || selected === 'dark' ? selected : 'system'
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage may be blocked: the choice lasts until the page is closed.
  }
}

/** Current theme, and a function that switches to the next one. */
function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(readTheme)
  const switchToNext = () => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
    applyTheme(next)
    setTheme(next)
  }
  return [theme, switchToNext]
}

/** Collapsible navigation of the header on narrow screens. */
function MobileMenu() {
  const { key } = useLocation()
  const isShown = useLinkFilter()
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
        onPointerDown={MobileTools.prefetch}
        className="-mr-2 grid size-11 place-items-center rounded hover:bg-surface-sunken"
      >
        <Icon of={isOpen ? X : Menu} sizePx={24} />
      </Collapsible.Trigger>
      <Collapsible.Content className="fade-in absolute inset-x-0 top-full z-30 max-h-[calc(100dvh-4rem)] overflow-y-auto border-y border-line bg-surface px-4 py-4 shadow-float">
        <nav aria-label={frameMessages.mainNavigation}>
          <ul className="divide-y divide-line">
            {linksOf(currentInstance(), headerLinks)
              .filter(isShown)
              .map(({ label, to }) => (
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
        {isShown({ to: paths.tools }) ? (
          <LazyFallback fallback={<Skeleton className="h-66 w-full" />}>
            <MobileTools />
          </LazyFallback>
        ) : null}
        <MobileAccount onSignedOut={() => setOpenLocationKey(undefined)} />
      </Collapsible.Content>
    </Collapsible.Root>
  )
}

interface MobileAccountProps {
  readonly onSignedOut: () => void
}

/** Account area of the mobile menu: sign-in links or account actions. */
function MobileAccount({ onSignedOut }: MobileAccountProps) {
  const { state, user } = useAccount()
  if (!user)
    return (
      <div className="mt-4 flex min-h-12 gap-3">
        {state === 'signed-out' ? <SignInLinks className="min-h-12 grow" /> : null}
      </div>
    )
  return (
    <div className="mt-1 border-t border-line pt-4">
      <LazyFallback fallback={<Skeleton className="h-33 w-full" />}>
        <MobileAccountActions user={user} onSignedOut={onSignedOut} />
      </LazyFallback>
    </div>
  )
}

/** Sign In and, where sign-up is open, Sign Up links for visitors. */
function SignInLinks({ className }: { readonly className?: string }) {
  const { withNext, hasNext } = useNextParameter()
  const { signUp } = useSiteAccess()
  return (
    <>
      <LinkButton to={withNext(paths.signIn)} replace={hasNext} variant="outline" className={className}>
        {frameMessages.signIn}
      </LinkButton>
      {signUp === 'open' ? (
        <LinkButton to={withNext(paths.signUp)} replace={hasNext} variant="solid" className={className}>
          {frameMessages.signUp}
        </LinkButton>
      ) : null}
    </>
  )
}
