import { readTables } from '../tables.ts'

/** A town to which the shop delivers, and its state with the GST code. */
export type Place = {
  city: string
  state: string
  stateCode: string
  /** Streets or parts of the town with their PIN codes. */
  areas: readonly (readonly [area: string, pincode: string])[]
}

const areas = readTables(`
area | city | state | stateCode | pincode
Laxmi Road, Sadashiv Peth | Pune | Maharashtra | 27 | 411030
Paud Road, Kothrud | Pune | Maharashtra | 27 | 411038
Karve Nagar | Pune | Maharashtra | 27 | 411052
Sinhagad Road, Anand Nagar | Pune | Maharashtra | 27 | 411051
Fergusson College Road, Shivajinagar | Pune | Maharashtra | 27 | 411004
Baner Road | Pune | Maharashtra | 27 | 411045
Magarpatta Road, Hadapsar | Pune | Maharashtra | 27 | 411028
Viman Nagar | Pune | Maharashtra | 27 | 411014
Nagar Road, Kharadi | Pune | Maharashtra | 27 | 411014
Satara Road, Bibwewadi | Pune | Maharashtra | 27 | 411037
M.G. Road, Camp | Pune | Maharashtra | 27 | 411001
Aundh Gaon | Pune | Maharashtra | 27 | 411007
Ranade Road, Dadar West | Mumbai | Maharashtra | 27 | 400028
S.V. Road, Andheri West | Mumbai | Maharashtra | 27 | 400058
LBS Marg, Mulund West | Mumbai | Maharashtra | 27 | 400080
College Road | Nashik | Maharashtra | 27 | 422005
Panchavati | Nashik | Maharashtra | 27 | 422003
Rajarampuri 5th Lane | Kolhapur | Maharashtra | 27 | 416008
Dharampeth | Nagpur | Maharashtra | 27 | 440010
4th Block, Jayanagar | Bengaluru | Karnataka | 29 | 560011
100 Feet Road, Indiranagar | Bengaluru | Karnataka | 29 | 560038
Himayatnagar | Hyderabad | Telangana | 36 | 500029
T. Nagar | Chennai | Tamil Nadu | 33 | 600017
Navrangpura | Ahmedabad | Gujarat | 24 | 380009
Karol Bagh | New Delhi | Delhi | 07 | 110005
18th June Road | Panaji | Goa | 30 | 403001
Palasia | Indore | Madhya Pradesh | 23 | 452001
Bapu Nagar | Jaipur | Rajasthan | 08 | 302015
`)

const [first, ...others] = Array.from(
  Map.groupBy(areas, ([, row]) => row('city')),
  ([city, inTown]) => ({
    city,
    state: inTown[0]?.[1]('state') ?? '',
    stateCode: inTown[0]?.[1]('stateCode') ?? '',
    areas: inTown.map(([area, row]) => [area, row('pincode')] as const),
  }),
)

if (first === undefined) throw new RangeError('There is no town.')

/** The shop's own town, where most customers live. */
export const pune: Place = first
export const elsewhere: readonly Place[] = others
