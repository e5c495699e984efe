/** Target of the plan links in the account settings, which redirects to the plans page. */

export const plansAddress = '/plans'
