/** Pages that are mostly text, behind one door: the first load of the site need not know what each of them is made of. */
import { paths } from '@filesmith/contract/routes'
import { type ComponentType, lazy } from 'react'
import { useLocation } from 'react-router'

const HelpArticleScreen = lazy(async () => ({
  default: (await import('./help-article-screen.tsx')).HelpArticleScreen,
}))

const screens: Readonly<Record<string, ComponentType>> = {
  [paths.help]: lazy(async () => ({ default: (await import('../../features/help/help.tsx')).Help })),
  [paths.developers]: lazy(async () => ({
    default: (await import('../../features/developers/developers.tsx')).Developers,
  })),
  [paths.about]: lazy(async () => ({ default: (await import('../../features/about/about.tsx')).About })),
  [paths.privacy]: lazy(async () => ({
    default: (await import('../../features/legal/privacy.tsx')).Privacy,
  })),
  [paths.terms]: lazy(async () => ({ default: (await import('../../features/legal/terms.tsx')).Terms })),
}

export function ContentScreen() {
  const { pathname } = useLocation()
  const Content = screens[pathname.replace(/\/+$/, '')] ?? HelpArticleScreen
  return <Content />
}
