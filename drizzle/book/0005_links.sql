CREATE TABLE `links` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`token_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `links_token_hash_unique` ON `links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `links_code_hash_unique` ON `links` (`code_hash`);--> statement-breakpoint
CREATE INDEX `links_user` ON `links` (`user_id`);--> statement-breakpoint
INSERT INTO `links` (`id`, `user_id`, `token_hash`, `code_hash`, `created_at`, `expires_at`, `used_at`)
SELECT `id`, `user_id`, `token_hash`, `code_hash`, `created_at`, `expires_at`, `used_at` FROM `password_links`;--> statement-breakpoint
INSERT INTO `links` (`id`, `user_id`, `token_hash`, `code_hash`, `created_at`, `expires_at`, `used_at`)
SELECT `id`, NULL, `token_hash`, `code_hash`, `created_at`, `expires_at`, `used_at` FROM `setup_links`;--> statement-breakpoint
DROP TABLE `password_links`;--> statement-breakpoint
DROP TABLE `setup_links`;