CREATE TABLE `dismissed_offers` (
	`kind` text NOT NULL,
	`match` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `match`)
);
