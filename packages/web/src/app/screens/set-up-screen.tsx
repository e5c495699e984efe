/** /set-up: creates the first operator; 404 once one exists. */
import { SetUp } from '../../features/account/set-up.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

export function SetUpScreen() {
  return <SetUp notFound={<NotFoundScreen />} />
}
