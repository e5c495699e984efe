/** `npm run doctor`: reports what is installed, missing or outdated, and how to fix it. Changes nothing; `--json` for scripts. */
import { checkCheckout } from './doctor/checkout.mjs'
import { checkDebianPackages } from './doctor/debian-packages.mjs'
import { checkMachine } from './doctor/machine.mjs'
import { checkProduct } from './doctor/product.mjs'
import { countFindings, formatFindings } from './doctor/report.mjs'
import { say } from './setup/say.mjs'

const isForPrograms = process.argv.includes('--json')

const checkout = checkCheckout()
const findings = [
  ...(await checkMachine()),
  ...(await checkDebianPackages()),
  ...checkout,
  ...(await checkProduct(checkout)),
]
const counts = countFindings(findings)
say(isForPrograms ? JSON.stringify({ ...counts, findings }, null, 2) : formatFindings(findings))
process.exitCode = counts.problems === 0 ? 0 : 1
