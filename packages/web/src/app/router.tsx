/** Which screen stands at which address. A new page is a new row, loaded when it is first visited. */
import { notFoundPage, pages, paths } from '@filesmith/contract/routes'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { PageFrame } from './frame/page-frame.tsx'
import { PageSkeleton } from './frame/page-skeleton.tsx'
import { HomeScreen } from './screens/home-screen.tsx'
import { ScreenError } from './screens/screen-error.tsx'

export const routes: RouteObject[] = [
  {
    element: <PageFrame />,
    children: [
      {
        errorElement: <ScreenError />,
        hydrateFallbackElement: <PageSkeleton />,
        children: [
          { path: paths.home, element: <HomeScreen />, handle: pages['/'] },
          {
            path: '*',
            handle: notFoundPage,
            lazy: async () => ({
              Component: (await import('./screens/not-found-screen.tsx')).NotFoundScreen,
            }),
          },
        ],
      },
    ],
  },
]

export function createRouter() {
  return createBrowserRouter(routes)
}
