/** Which screen stands at which address. A new page is a new row, loaded when it is first visited. */
import { notFoundPage, pages, paths } from '@filesmith/contract/routes'
import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { PageFrame } from './frame/page-frame.tsx'
import { Screen } from './frame/screen.tsx'
import { HomeScreen } from './screens/home-screen.tsx'

const NotFoundScreen = lazy(async () => ({
  default: (await import('./screens/not-found-screen.tsx')).NotFoundScreen,
}))

const ProfileScreen = lazy(async () => ({
  default: (await import('./screens/profile-screen.tsx')).ProfileScreen,
}))

export function Router() {
  return (
    <Routes>
      <Route element={<PageFrame />}>
        <Route path={paths.home} element={<Screen page={pages['/']} content={HomeScreen} />} />
        <Route path={paths.profile} element={<Screen page={pages['/profile']} content={ProfileScreen} />} />
        <Route path="*" element={<Screen page={notFoundPage} content={NotFoundScreen} />} />
      </Route>
    </Routes>
  )
}
