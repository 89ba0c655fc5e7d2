export type UserRow = { id: string; number: number; phone: string; email: string }
