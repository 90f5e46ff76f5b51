/** Before a shop is set up, every step of a restore needs the code that began it. */
export const setUpCodeHeader = 'x-set-up-code'

export type SetUpCodeHeader = typeof setUpCodeHeader
