/** Where no shop is set up yet, the code with which a restore began opens each step of it. */
export const setUpCodeHeader = 'x-set-up-code'

export type SetUpCodeHeader = typeof setUpCodeHeader
