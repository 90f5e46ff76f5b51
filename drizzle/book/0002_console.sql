CREATE TABLE `password_links` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_links_token_hash_unique` ON `password_links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `password_links_code_hash_unique` ON `password_links` (`code_hash`);--> statement-breakpoint
CREATE INDEX `password_links_user` ON `password_links` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`address` text NOT NULL,
	`user_agent` text NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_hash_unique` ON `sessions` (`hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `setup_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `setup_links_token_hash_unique` ON `setup_links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `setup_links_code_hash_unique` ON `setup_links` (`code_hash`);--> statement-breakpoint
DROP INDEX `scans_created`;--> statement-breakpoint
CREATE INDEX `scans_synced` ON `scans` (`synced_at`);--> statement-breakpoint
CREATE INDEX `scans_created` ON `scans` (`created_at`,`id`,`user_id`,`category`,`status`,`synced_at`,`duplicate_of`,`filename`);--> statement-breakpoint
CREATE INDEX `credit_entries_user` ON `credit_entries` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `credit_entries_given` ON `credit_entries` (`id`) WHERE "credit_entries"."kind" <> 'use';--> statement-breakpoint
CREATE INDEX `history_user` ON `history` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `history_action` ON `history` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `orders_synced` ON `orders` (`synced_at`);--> statement-breakpoint
CREATE INDEX `products_barcode` ON `products` (`barcode`) WHERE "products"."barcode" <> '';--> statement-breakpoint
CREATE INDEX `products_without_image` ON `products` (`is_listed`) WHERE "products"."image" is null;--> statement-breakpoint
CREATE INDEX `products_vendor` ON `products` (`vendor_id`) WHERE "products"."vendor_id" is not null;