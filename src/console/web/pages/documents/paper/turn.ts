/** How far a page is turned clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270

const following: Record<Turn, Turn> = { 0: 90, 90: 180, 180: 270, 270: 0 }

export function nextTurn(turn: Turn): Turn {
  return following[turn]
}

export function isSideways(turn: Turn): boolean {
  return turn === 90 || turn === 270
}
