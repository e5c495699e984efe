/** Routes of the app. A new page is a new row, loaded on first visit. */
import { hasPage, notFoundPage, pagesOf, paths, redirectsOf } from '@filesmith/contract/routes'
import { Navigate, Route, Routes } from 'react-router'
import { currentInstance } from '../lib/instance.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { basePath } from '../lib/site-address.ts'
import { CardSkeleton } from './frame/card-skeleton.tsx'
import { PageFrame } from './frame/page-frame.tsx'
import { Screen } from './frame/screen.tsx'
import { HomeScreen } from './screens/home-screen.tsx'

const SignInScreen = onDemand(async () => (await import('./screens/sign-in-screen.tsx')).SignInScreen)
const SignUpScreen = onDemand(async () => (await import('./screens/sign-up-screen.tsx')).SignUpScreen)
const InvitationScreen = onDemand(
  async () => (await import('./screens/invitation-screen.tsx')).InvitationScreen,
)
const SetUpScreen = onDemand(async () => (await import('./screens/set-up-screen.tsx')).SetUpScreen)
const ForgotPassword = onDemand(
  async () => (await import('../features/account/forgot-password.tsx')).ForgotPassword,
)
const ResetPassword = onDemand(
  async () => (await import('../features/account/reset-password.tsx')).ResetPassword,
)
const VerifyEmail = onDemand(async () => (await import('../features/account/verify-email.tsx')).VerifyEmail)
const NotFoundScreen = onDemand(async () => (await import('./screens/not-found-screen.tsx')).NotFoundScreen)
const ToolsScreen = onDemand(async () => {
  const panels = import('./hub-panels/registry.tsx')
  void panels.then(
    ({ prefetchPanel }) => prefetchPanel(window.location.pathname.slice(basePath.length)),
    () => undefined,
  )
  return (await import('./screens/tools-screen.tsx')).ToolsScreen
})
const ProfileScreen = onDemand(async () => (await import('./screens/profile-screen.tsx')).ProfileScreen)
const Plans = onDemand(async () => (await import('../features/plans/plans.tsx')).Plans)
const Pricing = onDemand(async () => (await import('../features/pricing/pricing.tsx')).Pricing)
const Contact = onDemand(async () => (await import('../features/contact/contact.tsx')).Contact)
const CheckoutScreen = onDemand(async () => (await import('./screens/checkout-screen.tsx')).CheckoutScreen)
const TestBillingScreen = onDemand(
  async () => (await import('./screens/test-billing-screen.tsx')).TestBillingScreen,
)
const AdminScreen = onDemand(async () => (await import('./screens/admin-screen.tsx')).AdminScreen)
const Formats = onDemand(async () => (await import('../features/formats/formats.tsx')).Formats)
const PairScreen = onDemand(async () => (await import('./screens/pair-screen.tsx')).PairScreen)
const ContentScreen = onDemand(async () => (await import('./screens/content-screen.tsx')).ContentScreen)

/** Screens with a single form, which share a skeleton. */
const formScreens = {
  [paths.signIn]: SignInScreen,
  [paths.signUp]: SignUpScreen,
  [paths.invitation]: InvitationScreen,
  [paths.setUp]: SetUpScreen,
  [paths.forgotPassword]: ForgotPassword,
  [paths.resetPassword]: ResetPassword,
  [paths.verifyEmail]: VerifyEmail,
} as const
const formPaths = Object.keys(formScreens) as (keyof typeof formScreens)[]

const contentPaths = [paths.help, paths.developers, paths.about, paths.privacy, paths.terms] as const

/** Screens about plans and payments. */
const moneyScreens = {
  [paths.plans]: Plans,
  [paths.pricing]: Pricing,
  [paths.checkout]: CheckoutScreen,
} as const
const moneyPaths = Object.keys(moneyScreens) as (keyof typeof moneyScreens)[]

export function Router() {
  const instance = currentInstance()
  const pages = pagesOf(instance)
  return (
    <Routes>
      <Route element={<PageFrame />}>
        <Route path={paths.home} element={<Screen page={pages['/']} content={HomeScreen} />} />
        {/* One route for all tools, so that their panels stay mounted when the tool changes. */}
        <Route path={`${paths.tools}/:tool?`} element={<Screen content={ToolsScreen} />} />
        <Route path={paths.profile} element={<Screen page={pages['/profile']} content={ProfileScreen} />} />
        {moneyPaths
          .filter(path => hasPage(instance, path))
          .map(path => (
            <Route
              key={path}
              path={path}
              element={<Screen page={pages[path]} content={moneyScreens[path]} />}
            />
          ))}
        <Route path={paths.formats} element={<Screen page={pages['/formats']} content={Formats} />} />
        {/* One route for all pairs; the screen sets their heads. */}
        <Route path={`${paths.pairs}/:pair`} element={<Screen content={PairScreen} />} />
        <Route path={paths.contact} element={<Screen page={pages['/contact']} content={Contact} />} />
        {hasPage(instance, paths.testBilling) ? (
          <Route
            path={paths.testBilling}
            element={
              <Screen
                page={pages['/test-billing']}
                isIndexed={false}
                content={TestBillingScreen}
                skeleton={CardSkeleton}
              />
            }
          />
        ) : null}
        <Route path={`${paths.admin}/:section?`} element={<Screen content={AdminScreen} />} />
        {contentPaths.map(path => (
          <Route key={path} path={path} element={<Screen page={pages[path]} content={ContentScreen} />} />
        ))}
        {/* One route for all articles, so that switching between them does not remount the screen. */}
        <Route path={`${paths.help}/:article`} element={<Screen content={ContentScreen} />} />
        {formPaths.map(path => (
          <Route
            key={path}
            path={path}
            element={<Screen page={pages[path]} content={formScreens[path]} skeleton={CardSkeleton} />}
          />
        ))}
        <Route path="*" element={<Screen page={notFoundPage} isIndexed={false} content={NotFoundScreen} />} />
      </Route>
      {Object.entries(redirectsOf(instance)).map(([path, to]) => (
        <Route key={path} path={path} element={<Navigate to={to} replace />} />
      ))}
    </Routes>
  )
}
