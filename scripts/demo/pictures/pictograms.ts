/** What a shape is filled with: the category's colour, the product's own, and three that all pictures share. */
export type Ink = 'main' | 'own' | 'dark' | 'light' | 'white'

/** A filled polygon: x, y, x, y … on a field of 100 by 100 with its origin at the top left. */
export type Shape = { ink: Ink; points: readonly number[] }

export type PictureName = keyof typeof pictograms

/** The things of a shop, back to front. */
export const pictograms = {
  bag: [
    area('main', 26, 20, 74, 20, 84, 95, 16, 95),
    area('light', 26, 20, 50, 30, 74, 20, 70, 8, 30, 8),
    box('white', 30, 44, 40, 32),
    oval('own', 50, 60, 12, 12),
  ],
  packet: [
    area('main', 22, 8, 78, 8, 76, 50, 78, 95, 22, 95, 24, 50),
    box('dark', 22, 8, 56, 6),
    box('dark', 22, 89, 56, 6),
    box('white', 32, 30, 36, 24),
    area('own', 32, 74, 50, 60, 68, 74, 50, 86),
  ],
  pouch: [
    area('main', 28, 18, 72, 18, 82, 94, 18, 94),
    box('dark', 28, 10, 44, 8),
    area('white', 50, 34, 64, 60, 50, 72, 36, 60),
    oval('own', 50, 58, 9, 10),
  ],
  bottle: [
    box('dark', 42, 4, 16, 12),
    area('main', 42, 16, 58, 16, 58, 28, 70, 42, 70, 96, 30, 96, 30, 42, 42, 28),
    box('white', 30, 54, 40, 26),
    box('own', 30, 60, 40, 14),
  ],
  jar: [
    box('dark', 30, 12, 40, 12),
    area('light', 28, 24, 72, 24, 78, 34, 78, 94, 22, 94, 22, 34),
    area('own', 22, 44, 78, 44, 78, 94, 22, 94),
    box('white', 32, 56, 36, 24),
  ],
  tin: [
    box('main', 24, 20, 52, 70),
    oval('main', 50, 90, 26, 7),
    oval('light', 50, 20, 26, 8),
    box('white', 24, 40, 52, 30),
    oval('own', 50, 55, 11, 11),
  ],
  can: [
    area('main', 32, 10, 68, 10, 74, 20, 74, 84, 68, 94, 32, 94, 26, 84, 26, 20),
    box('light', 34, 6, 32, 5),
    area('own', 26, 36, 74, 26, 74, 62, 26, 72),
    box('white', 44, 14, 6, 70),
  ],
  box: [
    area('main', 16, 32, 62, 32, 62, 92, 16, 92),
    area('dark', 62, 32, 84, 20, 84, 80, 62, 92),
    area('light', 16, 32, 38, 20, 84, 20, 62, 32),
    box('white', 24, 48, 30, 20),
    box('own', 24, 74, 30, 8),
  ],
  bar: [
    area('dark', 10, 66, 78, 66, 90, 56, 90, 66, 78, 78, 10, 78),
    area('main', 10, 40, 22, 30, 90, 30, 90, 56, 78, 66, 10, 66),
    area('white', 26, 42, 70, 42, 66, 56, 22, 56),
    oval('own', 46, 49, 12, 5),
  ],
  cup: [
    oval('dark', 74, 54, 16, 16),
    oval('light', 74, 54, 9, 9),
    area('main', 20, 34, 74, 34, 68, 84, 26, 84),
    oval('own', 47, 34, 27, 7),
    oval('dark', 47, 90, 38, 5),
  ],
  biscuit: [
    oval('dark', 40, 46, 30, 30),
    oval('own', 40, 44, 30, 30),
    oval('dark', 62, 66, 28, 28),
    oval('main', 62, 64, 28, 28),
    ...[52, 62, 72].flatMap((x) => [oval('dark', x, 58, 2, 2), oval('dark', x, 70, 2, 2)]),
  ],
  tube: [
    area('main', 30, 8, 70, 8, 62, 78, 38, 78),
    box('dark', 28, 4, 44, 6),
    box('dark', 40, 80, 20, 14),
    area('own', 34, 40, 66, 40, 64, 56, 36, 56),
  ],
  brush: [
    area('main', 16, 78, 24, 88, 84, 36, 76, 26),
    area('own', 58, 38, 74, 24, 66, 12, 48, 28),
    area('white', 52, 28, 62, 19, 58, 14, 48, 23),
  ],
  comb: [
    box('main', 10, 30, 80, 18),
    ...[10, 22, 34, 46, 58, 70, 82].map((x) => box('own', x, 48, 7, 28)),
  ],
  stick: [
    area('dark', 14, 84, 20, 90, 88, 22, 82, 16),
    area('main', 24, 74, 30, 80, 88, 22, 82, 16),
    area('own', 40, 88, 46, 92, 94, 40, 88, 34),
    oval('white', 85, 19, 5, 5),
  ],
  broom: [
    box('dark', 46, 4, 8, 50),
    area('main', 42, 50, 58, 50, 78, 96, 22, 96),
    box('own', 40, 48, 20, 8),
    ...[36, 50, 64].map((x) => area('light', 50, 58, x - 1, 94, x + 1, 94)),
  ],
  tiffin: [
    area('dark', 26, 22, 34, 10, 66, 10, 74, 22, 68, 22, 63, 15, 37, 15, 32, 22),
    box('light', 24, 24, 52, 20),
    box('main', 24, 47, 52, 20),
    box('light', 24, 70, 52, 22),
    box('own', 20, 24, 5, 68),
    box('own', 75, 24, 5, 68),
  ],
  pot: [
    oval('dark', 50, 62, 46, 8),
    area('main', 16, 44, 84, 44, 78, 90, 22, 90),
    box('light', 14, 38, 72, 8),
    oval('own', 50, 32, 8, 7),
    box('white', 28, 56, 8, 26),
  ],
  pan: [
    area('dark', 62, 62, 96, 80, 92, 88, 58, 72),
    oval('main', 42, 52, 36, 26),
    oval('dark', 42, 50, 31, 21),
    oval('own', 42, 50, 18, 11),
  ],
  bucket: [
    oval('dark', 50, 34, 36, 26),
    oval('light', 50, 36, 31, 22),
    area('main', 14, 36, 86, 36, 74, 94, 26, 94),
    box('own', 14, 36, 72, 8),
    area('white', 24, 50, 32, 50, 36, 86, 31, 86),
  ],
  umbrella: [
    box('dark', 48, 44, 4, 46),
    box('dark', 36, 88, 16, 4),
    area('main', 50, 8, 76, 18, 94, 50, 50, 44, 6, 50, 24, 18),
    area('own', 50, 8, 64, 47, 50, 44, 36, 47),
  ],
  notebook: [
    box('dark', 24, 8, 58, 86),
    box('main', 20, 6, 58, 86),
    box('own', 20, 6, 10, 86),
    box('white', 38, 22, 32, 18),
    box('light', 38, 50, 32, 3),
    box('light', 38, 58, 32, 3),
  ],
  paper: [
    box('dark', 26, 16, 60, 78),
    box('main', 20, 12, 60, 78),
    box('white', 14, 8, 60, 78),
    ...[22, 34, 46].map((y) => box('light', 24, y, 40, 4)),
    box('own', 24, 60, 40, 16),
  ],
  pen: [
    area('main', 70, 8, 88, 26, 40, 74, 22, 56),
    area('own', 22, 56, 40, 74, 12, 84),
    area('dark', 16, 76, 20, 80, 12, 84),
    area('light', 70, 8, 88, 26, 80, 34, 62, 16),
  ],
  stapler: [
    box('dark', 10, 74, 80, 10),
    area('main', 10, 50, 82, 34, 92, 44, 90, 58, 14, 66),
    area('own', 14, 66, 80, 60, 80, 68, 14, 74),
  ],
  ruler: [
    area('main', 6, 70, 70, 6, 94, 30, 30, 94),
    ...[0, 12, 24, 36, 48].map((at) =>
      area('dark', 12 + at, 64 - at, 15 + at, 61 - at, 24 + at, 70 - at, 21 + at, 73 - at),
    ),
    oval('own', 72, 28, 5, 5),
  ],
  roll: [
    oval('dark', 52, 54, 42, 42),
    oval('main', 50, 50, 42, 42),
    oval('own', 50, 50, 26, 26),
    oval('white', 50, 50, 15, 15),
  ],
  bulb: [
    oval('main', 50, 38, 32, 32),
    area('main', 28, 58, 72, 58, 60, 74, 40, 74),
    oval('white', 40, 28, 9, 9),
    box('own', 40, 74, 20, 14),
    box('dark', 44, 88, 12, 7),
  ],
  battery: [
    box('dark', 42, 6, 16, 8),
    box('main', 30, 14, 40, 82),
    box('own', 30, 14, 40, 26),
    box('white', 46, 48, 8, 28),
    box('white', 36, 58, 28, 8),
  ],
  board: [
    box('dark', 8, 30, 86, 46),
    box('main', 6, 26, 86, 46),
    ...[14, 34, 54].flatMap((x) => [
      oval('white', x + 8, 49, 9, 12),
      oval('dark', x + 5, 49, 2, 3),
      oval('dark', x + 11, 49, 2, 3),
    ]),
    box('own', 76, 38, 10, 22),
  ],
  fan: [
    area('main', 50, 46, 60, 6, 84, 18, 54, 52),
    area('main', 50, 46, 94, 66, 78, 88, 46, 54),
    area('main', 54, 50, 14, 84, 4, 60, 48, 44),
    oval('dark', 50, 50, 14, 14),
    oval('own', 50, 50, 8, 8),
  ],
  kettle: [
    area('dark', 72, 30, 92, 30, 92, 74, 76, 74, 76, 66, 84, 66, 84, 38, 72, 38),
    area('main', 28, 22, 72, 22, 80, 92, 20, 92),
    area('main', 28, 30, 10, 34, 22, 48),
    box('dark', 40, 12, 20, 10),
    box('own', 34, 50, 32, 22),
  ],
  torch: [
    area('own', 70, 20, 98, 4, 98, 66, 70, 52),
    area('main', 54, 24, 70, 14, 70, 56, 54, 48),
    box('dark', 8, 26, 46, 20),
    box('white', 26, 31, 12, 8),
  ],
  iron: [
    area('main', 6, 78, 30, 44, 88, 44, 92, 78),
    area('dark', 40, 44, 44, 26, 80, 26, 84, 44, 76, 44, 74, 34, 50, 34, 48, 44),
    box('own', 6, 78, 86, 8),
    oval('white', 70, 60, 7, 7),
  ],
  shirt: [
    area('main', 34, 10, 66, 10, 96, 30, 84, 48, 74, 42, 74, 94, 26, 94, 26, 42, 16, 48, 4, 30),
    oval('light', 50, 11, 12, 8),
    area('own', 26, 52, 74, 52, 74, 66, 26, 66),
  ],
  kurta: [
    area('main', 36, 4, 64, 4, 92, 34, 82, 46, 72, 34, 78, 97, 22, 97, 28, 34, 18, 46, 8, 34),
    area('own', 45, 4, 55, 4, 54, 48, 46, 48),
    box('dark', 22, 92, 56, 5),
    ...[16, 27, 38].map((y) => oval('white', 50, y, 2, 2)),
  ],
  trousers: [
    area('main', 28, 6, 72, 6, 80, 96, 58, 96, 50, 36, 42, 96, 20, 96),
    box('own', 28, 6, 44, 9),
    box('dark', 48, 15, 4, 18),
  ],
  saree: [
    area('main', 10, 16, 90, 16, 90, 88, 10, 88),
    box('own', 10, 16, 80, 10),
    box('own', 10, 78, 80, 10),
    area('dark', 58, 16, 78, 16, 70, 88, 50, 88),
    ...[24, 40, 56].map((y) => oval('white', 32, y + 6, 4, 4)),
  ],
  towel: [
    box('dark', 12, 14, 80, 78),
    box('main', 8, 10, 80, 78),
    box('own', 8, 22, 80, 8),
    box('light', 8, 34, 80, 4),
    box('own', 8, 70, 80, 8),
  ],
  sock: [
    area('main', 36, 4, 64, 4, 64, 58, 92, 76, 86, 94, 60, 94, 36, 76),
    box('own', 36, 4, 28, 14),
    area('light', 76, 66, 92, 76, 86, 94, 74, 94),
  ],
} as const satisfies Record<string, readonly Shape[]>

function area(ink: Ink, ...points: number[]): Shape {
  return { ink, points }
}

function box(ink: Ink, x: number, y: number, width: number, height: number): Shape {
  return area(ink, x, y, x + width, y, x + width, y + height, x, y + height)
}

/** An ellipse by its centre and radii, as a polygon with enough corners to look round. */
function oval(ink: Ink, x: number, y: number, across: number, down: number): Shape {
  const corners = 48
  const points = Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners
    return [x + across * Math.cos(angle), y + down * Math.sin(angle)]
  })
  return { ink, points: points.flat() }
}
